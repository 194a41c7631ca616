import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { SandboxAddress } from '../../integration/support/sandbox-client.ts'
import { connect, openFreshStore, sweepOnce } from './parts.ts'

/** Runs one first sweep in a fresh process and measures how far its memory grows and how long its main thread stalls. */
const sandbox = JSON.parse(process.argv[2] ?? '') as SandboxAddress
const { service, close } = await connect(sandbox)
const { store, remove } = await openFreshStore()
await store.read('households.list', { offset: 0, limit: 100, sort: { column: 'title', direction: 'asc' } })
const { signal } = new AbortController()
await service.listPage({ resource: 'users', after: null, limit: 1, signal })
const before = process.memoryUsage.rss()
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const { received, ms } = await sweepOnce({ store, service, parallel: 6 })
delay.disable()
const peak = process.resourceUsage().maxRSS * 1024
await remove()
await close()
const stalls = { main_stall_ms: delay.max / 1e6, main_stall_p999_ms: delay.percentile(99.9) / 1e6 }
const figures = { received, ...stalls, rss_growth_mib: (peak - before) / 2 ** 20 }
console.log(JSON.stringify({ ...figures, ms, before_mib: before / 2 ** 20 }))
