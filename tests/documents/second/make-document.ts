import { createRandom, type Random } from '../../faults/random.ts'
import { type Firm, fullName, type Household } from '../world/firm.ts'
import type { DroppedDocument } from '../world/make-document.ts'
import { write } from '../world/paper.ts'
import { companies } from './companies.ts'
import { type FactTruth, factsIn, type Made, type Standing, titleIn, withoutMarks } from './marks.ts'
import { others, papers } from './papers.ts'
import { persons } from './persons.ts'
import { print, prints } from './print.ts'
import { drawScene, houses, type Scene } from './scene.ts'
import { trusts } from './trusts.ts'

/** A dropped file with the truth of its facts. */
export type FactDocument = DroppedDocument & {
  household: Household
  facts: readonly FactTruth[]
  standing: Standing | null
}

function nameFor(random: Random, { about }: Made, { household, day }: Scene): string {
  return random.pick([
    `${about} - ${household.surname}`,
    `${day.iso} ${household.surname} ${about}`,
    `${household.surname}_${random.below(900) + 100}`,
    `Scan ${day.iso}`,
    `Client file ${random.below(90) + 10}`,
    'untitled',
  ])
}

/** Makes the document of a seed in the second world: the same seed gives the same file. */
export function makeFactDocument(firm: Firm, seed: number): FactDocument {
  const random = createRandom(seed * 32_452_843 + 29)
  const household = random.pick(firm.households)
  const scene = drawScene(random, household)
  const makers = random.pick([trusts, trusts, trusts, persons, persons, companies, papers, others, others])
  const made = random.pick(makers)(scene)
  const layout = random.chance(0.15)
    ? 'word'
    : random.chance(0.85)
      ? (prints[scene.house] ?? 'book')
      : random.pick(prints)
  const { bytes, mediaType, extension, pagesOf } = fileOf(made, layout, scene, seed)
  const isElsewhere = random.chance(0.12)
  const unlike = firm.households.filter(({ surname }) => surname !== household.surname)
  const droppedOn = isElsewhere ? random.pick(unlike).id : household.id
  const text = made.paragraphs.map(withoutMarks).join(' ').replaceAll('\n', ' ').toLowerCase()
  const says = [household.husband, household.wife].some((each) =>
    [fullName(each), each.last].some((name) => text.includes(name.toLowerCase())),
  )
  const isInstrument = made.standing !== undefined || made.truth.type.some((type) => type !== 'OTHER')
  const entity = made.truth.entity.filter((id) =>
    household.entities.some((each) => each.id === id && text.includes(each.name.toLowerCase())),
  )
  return {
    ...{ seed, about: made.about, layout, bytes, mediaType, droppedOn, household, standing: made.standing ?? null },
    fileName: `${nameFor(random, made, scene)}.${extension}`,
    truth: { ...made.truth, entity, otherHousehold: isElsewhere && says ? household.id : null },
    facts: made.paragraphs.flatMap((paragraph, at) => [
      ...factsIn(paragraph, pagesOf(at)),
      ...(at < 3 && isInstrument ? titleIn(paragraph, pagesOf(at)) : []),
    ]),
  }
}

function fileOf({ paragraphs }: Made, layout: string, { house }: Scene, seed: number) {
  const kind = prints.find((each) => each === layout)
  const firm = houses[house] ?? ''
  if (kind === undefined) {
    const paper = { paragraphs: paragraphs.map(withoutMarks) }
    return { ...write(paper, 'word', { firm, stamp: '' }), pagesOf: (): number[] => [] }
  }
  return { ...print(paragraphs, kind, firm, seed), mediaType: 'application/pdf', extension: 'pdf' }
}
