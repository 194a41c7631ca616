import { createInterface } from 'node:readline'
import MiniSearch from 'minisearch'
import { createFirm } from '../../generate/firm.ts'

/** Builds MiniSearch's index of the names of a generated firm's people, then answers each line of input; prints what it measured. */
const individuals = Number(process.argv[2])
const firm = createFirm(7, { individuals })
const began = performance.now()
const index = new MiniSearch({ fields: ['title'], storeFields: ['title'] })
for (let from = 0; from < individuals; from += 10_000) {
  index.addAll(
    Array.from({ length: Math.min(10_000, individuals - from) }, (_, at) => {
      const { first_name, last_name } = firm.record('individuals', from + at)
      return { id: from + at, title: `${first_name} ${last_name}` }
    }),
  )
}
const built_ms = performance.now() - began
const times = []
for await (const text of createInterface({ input: process.stdin })) {
  const asked = performance.now()
  index.search(text, { prefix: true, combineWith: 'AND' }).slice(0, 20)
  times.push(performance.now() - asked)
}
console.log(JSON.stringify({ built_ms, times, rss_mib: process.memoryUsage.rss() / 2 ** 20 }))
