import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const pdf = (text: string) => `%PDF-1.4\n% ${text}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const largeFile = 'Appraisal of the lake house.pdf'

/** Thirty files as real folders have them: long, strange and hidden names, nested folders, an empty file and a duplicate. */
const contents: Readonly<Record<string, string | Buffer>> = {
  'Last Will.pdf': pdf('will'),
  'Copies/Will (copy).pdf': pdf('will'),
  'empty scan.pdf': '',
  'Codicil No. 2.pdf': pdf('codicil'),
  'Power of Attorney.pdf': pdf('poa'),
  'scan0001.pdf': pdf('scan 1'),
  'scan0002.pdf': pdf('scan 2'),
  'scan0003.pdf': pdf('scan 3'),
  'letter.txt': 'This is the LAST WILL AND TESTAMENT of somebody.\n',
  'holdings.csv': 'name,value\nCash,12\n',
  'notes.md': '# Notes\n\nof a meeting\n',
  'photo.png': png,
  'no extension': 'plain words',
  '📎 Passport 👩‍👩‍👧.pdf': pdf('passport'),
  'צוואה אחרונה.pdf': pdf('hebrew'),
  'وصية.pdf': pdf('arabic'),
  'invoice\u202efdp.pdf': pdf('bidi'),
  '..\\..\\windows\\system32\\cmd.pdf': pdf('backslashes'),
  '....pdf': pdf('dots'),
  '%2e%2e%2fetc%2fpasswd.txt': 'root:x:0:0\n',
  '<img src=x onerror=alert(1)>.txt': 'no script',
  'CON.txt': 'a device in name',
  [`${'A very long name that goes on and on '.repeat(6)}.pdf`]: pdf('long'),
  '2026/Q1/statement January.pdf': pdf('january'),
  '2026/Q1/statement February.pdf': pdf('february'),
  '2026/Q2/statement April.pdf': pdf('april'),
  '2026/K-1 Lakeside.pdf': pdf('k-1'),
  'Passports/scan of Maria.jpg': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(900, 1)]),
  'Passports/scan of Jorge.jpg': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(900, 2)]),
  [largeFile]: Buffer.concat([Buffer.from(pdf('large')), Buffer.alloc(12 * 1024 * 1024, 0x41)]),
}

export type DroppedFolder = {
  path: string
  /** The digest of each distinct content that is not empty. */
  digests: string[]
}

/** Writes the folder `Estate papers` with an empty folder and 30 files. */
export function writeDroppedFolder(parent: string): DroppedFolder {
  const path = join(parent, 'Estate papers')
  mkdirSync(join(path, 'nothing in here'), { recursive: true })
  const files = Object.entries(contents)
  for (const [name, content] of files) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), content)
  }
  const filled = files.map(([, content]) => content).filter((content) => content.length > 0)
  return { path, digests: [...new Set(filled.map(digestOf))].toSorted() }
}

export const digestOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
