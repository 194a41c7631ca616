import { z } from 'zod'

/** How much of the firm's records other programs may read, from the most to the least of each kind. */
export const levelChoices = {
  /** `roles`: names, contact details, external ids and texts are left out, and a record is called what it is. */
  names: ['full', 'roles'],
  /** `rounded`: to two digits. */
  amounts: ['exact', 'rounded', 'hidden'],
  /** Pages of the text of documents. They contain names and amounts, so they also need `full` and `exact`. */
  document_text: ['on', 'off'],
  /** `mine`: those of the user. `favorites`: those that the user marked. */
  households: ['all', 'mine', 'favorites'],
} as const

export const programLevels = z.strictObject({
  names: z.enum(levelChoices.names),
  amounts: z.enum(levelChoices.amounts),
  document_text: z.enum(levelChoices.document_text),
  households: z.enum(levelChoices.households),
})

export type ProgramLevels = z.infer<typeof programLevels>

/** The levels until the user chooses others. */
export const usualLevels: ProgramLevels = { names: 'full', amounts: 'exact', document_text: 'off', households: 'all' }

/** The least of every kind. */
export const leastLevels: ProgramLevels = {
  names: 'roles',
  amounts: 'hidden',
  document_text: 'off',
  households: 'favorites',
}

const kinds = Object.keys(levelChoices) as (keyof ProgramLevels)[]

type SomeLevels = { [Kind in keyof ProgramLevels]?: ProgramLevels[Kind] | undefined }

/** Of each kind the lesser level; a kind that both leave out stays out. */
export function lesserLevels<Levels extends SomeLevels>(first: Levels, second: SomeLevels): Levels {
  const lesser: Record<string, string> = {}
  for (const kind of kinds) {
    const order: readonly string[] = levelChoices[kind]
    const given = [first[kind], second[kind]].filter((level) => level !== undefined)
    const at = given.map((level) => order.indexOf(level))
    const level = order[Math.max(...at)]
    if (level !== undefined) lesser[kind] = level
  }
  return lesser as Levels
}

/** Whether pages of documents' texts may be read: they are neither without names nor without amounts. */
export const mayReadTexts = ({ names, amounts, document_text }: ProgramLevels): boolean =>
  document_text === 'on' && names === 'full' && amounts === 'exact'

/** Whether long texts of records, such as notes and summaries, may be read: they are neither without names nor without amounts. */
export const mayReadNotes = ({ names, amounts }: ProgramLevels): boolean => names === 'full' && amounts === 'exact'
