import { expect, it } from 'vitest'
import { failures, judge } from '../../documents/judge.ts'
import { openOffice } from '../../documents/propose.ts'
import { makeFirm } from '../../documents/world/firm.ts'
import { makeDocument } from '../../documents/world/make-document.ts'

it('proposals for 30 documents in unknown layouts are wrong for at most one in a hundred', async () => {
  const firm = makeFirm(1)
  const documents = Array.from({ length: 30 }, (_, at) => makeDocument(firm, at + 1))
  const office = await openOffice(firm)
  try {
    const proposals = await office.propose(documents)
    expect(proposals).toHaveLength(30)
    expect(
      failures(documents.flatMap((document, at) => (proposals[at] ? [judge(document, proposals[at])] : []))),
    ).toEqual([])
  } finally {
    await office.close()
  }
})
