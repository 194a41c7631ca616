import type { Stores } from '../../../electron/data/open-stores.ts'
import { applyValuation, completeValuations } from '../../../electron/data/records.ts'
import { applyPage, completeSweep } from '../../../electron/data/sweep/apply-sweep.ts'
import { createWriter, type Writer } from '../../../electron/data/writer.ts'
import { type ListedResource, listedResources } from '../../../shared/service/resource.ts'
import type { Firm } from './firm.ts'
import { pageOf } from './page-of.ts'

const pageSize = 1000

/** Fills empty stores with a firm through the app's own writing code: page sweeps, then valuations one by one. */
export async function buildMirror(stores: Stores, firm: Firm, report: (what: string) => void): Promise<void> {
  const writer = createWriter({ ...stores, now: Date.now, onChanged: () => {} })
  for (const resource of listedResources) {
    await sweep(writer, firm, resource)
    report(`${firm.counts[resource]} ${resource}`)
  }
  for (let at = 0; at < firm.counts.entities; at++) {
    const { entityId, record } = firm.valuation(at)
    applyValuation(writer, { entityId, bytes: bytesOf(record) })
  }
  completeValuations(writer)
  report(`${firm.counts.entities} valuations`)
}

async function sweep(writer: Writer, firm: Firm, resource: ListedResource): Promise<void> {
  const total = firm.counts[resource]
  const { sweepId } = writer.batch.write(() => writer.sweeps.begin(resource, writer.now()))
  let after: string | null = null
  for (let from = 0; from < total; from += pageSize) {
    const page = pageOf(firm, resource, { from, limit: pageSize })
    applyPage(writer, { sweepId, after, bytes: bytesOf(page) }, () => {})
    after = page.page_info.end_cursor
  }
  await completeSweep(writer, sweepId)
}

const bytesOf = (value: unknown): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(value))
