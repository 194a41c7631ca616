import { findBrowserProgram } from '../../electron/hosts/browser/app-window.ts'
import { openDocumentPrinter } from '../../electron/hosts/browser/print-documents.ts'

// Prints one long document after another in the given profile folder, until it is killed.

const [profile = ''] = process.argv.slice(2)
const printer = await openDocumentPrinter({ browser: await findBrowserProgram(), profile })
const body = '<p>Canary</p>'.repeat(20_000)
console.log('printing')
for (;;) await printer.print(`<!doctype html><html lang="en"><body>${body}</body></html>`, new AbortController().signal)
