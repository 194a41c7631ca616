import { exportList } from '../../electron/exports/export-list.ts'
import { createOutputFiles } from '../../electron/exports/output-file.ts'
import { createExportSource, individualsRequest } from './export-source.ts'

// Exports a list in its own process and prints how much its memory grew from the tenth window to the last: node --expose-gc
// tests/doubles/export-child.ts FOLDER FORMAT ROWS

const [folder = '', format = 'csv', rows = '0'] = process.argv.slice(2)
const source = createExportSource(Number(rows))
const samples: { live: number; resident: number }[] = []

function sample() {
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  samples.push({ live: (heapUsed + external) / 2 ** 20, resident: rss / 2 ** 20 })
}

const steps = exportList({
  request: individualsRequest(format === 'csv' ? 'csv' : 'xlsx'),
  source: {
    order: source.order,
    rows(places) {
      if (source.windows.length % 50 === 10) sample()
      return source.rows(places)
    },
  },
  about: [],
  target: { folder, name: `people.${format}`, replace: false },
  files: createOutputFiles(),
  signal: new AbortController().signal,
})
for await (const { file, written } of steps) {
  if (file === null) continue
  const [first, last] = [samples.at(0), samples.at(-1)]
  const grown = {
    live: (last?.live ?? 0) - (first?.live ?? 0),
    resident: (last?.resident ?? 0) - (first?.resident ?? 0),
  }
  console.log(JSON.stringify({ written, samples: samples.length, grown }))
}
