import { expect, it } from 'vitest'
import { judge, type Proposal } from '../../documents/judge.ts'
import { makeFirm } from '../../documents/world/firm.ts'
import { type DroppedDocument, makeDocument } from '../../documents/world/make-document.ts'
import { layouts } from '../../documents/world/paper.ts'

const firm = makeFirm(1)
const documents = Array.from({ length: 1000 }, (_, at) => makeDocument(firm, at + 1))
const ids = new Set(
  firm.households.flatMap(({ id, husband, wife, children, entities }) => [
    ...[id, husband.id, wife.id],
    ...children.map((child) => child.id),
    ...entities.map((entity) => entity.id),
  ]),
)
const nothing: Proposal = { type: null, entity: null, person: null, date: null, household: null }

it('makes the same file for the same seed, and truths that name records of the firm and days', () => {
  for (const document of documents.slice(0, 60)) expect(makeDocument(firm, document.seed)).toEqual(document)
  for (const { truth, bytes } of documents) {
    for (const id of [...truth.entity, ...truth.person, truth.otherHousehold ?? truth.entity[0] ?? ''])
      expect(id === '' || ids.has(id), id).toBe(true)
    for (const day of truth.date) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(bytes.byteLength).toBeLessThan(60_000)
  }
})

it('has every layout, about half of its files with a type, and traps', () => {
  for (const layout of layouts)
    expect(documents.filter((each) => each.layout === layout).length, layout).toBeGreaterThan(5)
  const untyped = documents.filter(({ truth }) => truth.type.includes('OTHER'))
  expect(untyped.length).toBeGreaterThan(250)
  expect(untyped.length).toBeLessThan(400)
  expect(new Set(documents.map(({ about }) => about)).size).toBeGreaterThan(45)
  expect(new Set(documents.flatMap(({ truth }) => truth.type)).size).toBeGreaterThan(30)
})

it('judges no proposal as no fault, another answer as wrong, and OTHER as None where no type fits', () => {
  const found = (isOther: boolean) =>
    documents.find(({ truth }) => truth.type.includes('OTHER') === isOther) as DroppedDocument
  const [typed, trap] = [found(false), found(true)]
  expect(judge(typed, nothing).outcomes.type).toBe('None')
  expect(judge(typed, { ...nothing, type: typed.truth.type[0] ?? '' }).outcomes.type).toBe('right')
  expect(judge(typed, { ...nothing, type: 'PASSPORT', household: 'household_x' }).outcomes).toMatchObject({
    ...{ type: 'wrong', household: 'wrong' },
  })
  expect(judge(trap, nothing).outcomes.type).toBe('None is right')
  expect(judge(trap, { ...nothing, type: 'OTHER' }).outcomes.type).toBe('None is right')
  expect(judge(trap, { ...nothing, type: 'WILL' }).outcomes.type).toBe('wrong')
})
