import { expect, it } from 'vitest'
import { readText } from '../../../electron/texts/extract/read-text.ts'
import { textLimits } from '../../../electron/texts/text-reader.ts'
import { makeSecondFirm } from '../../documents/second/firm.ts'
import { makeFactDocument } from '../../documents/second/make-document.ts'

const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()

it('prints every fact of the second world on the page that its truth names, and the same seed gives the same file', async () => {
  const firm = makeSecondFirm()
  const missing: string[] = []
  let facts = 0
  for (let seed = 1; seed <= 80; seed += 1) {
    const document = makeFactDocument(firm, seed)
    expect(makeFactDocument(firm, seed).bytes.equals(document.bytes)).toBe(true)
    const pages: { page: number; text: string }[] = []
    const { mediaType, fileName: name } = document
    const bytes = new Uint8Array(document.bytes)
    await readText({ mediaType, name, bytes, limits: textLimits }, (page) => pages.push(page))
    for (const fact of document.facts) {
      facts += 1
      const text = lettersOf(
        pages
          .filter(({ page }) => fact.pages.length === 0 || fact.pages.includes(page))
          .map((each) => each.text)
          .join(''),
      )
      // A name may begin on one page and end on the next.
      if (!fact.shown.split(/\s+/).every((word) => text.includes(lettersOf(word))))
        missing.push(`seed ${seed}, ${document.about}, ${fact.kind}: ${fact.shown} on ${fact.pages.join(' and ')}`)
    }
  }
  expect(missing).toEqual([])
  expect(facts).toBeGreaterThan(300)
})
