import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { maxPackHouseholds, packSections } from '../domain/pack.ts'
import { connectionId, idInput, nothing, procedure } from './procedure.ts'

/** The most bytes of a logo, and of its base64. */
export const maxLogoBytes = 256 * 1024
const maxLogoText = Math.ceil(maxLogoBytes / 3) * 4

/** The contents of a pack. */
export const packOptions = z.strictObject({
  /** In the order of the pack. */
  sections: z
    .array(z.enum(packSections))
    .min(1)
    .max(packSections.length)
    .refine((chosen) => new Set(chosen).size === chosen.length, 'lists a section twice'),
  /** Changes from the beginning of this day, `YYYY-MM-DD` in local time. */
  since: z.iso.date(),
  /** Instead, changes since the household's last meeting, if one is recorded. */
  since_met: z.boolean(),
})

/** Lines for the open questions, as typed. */
const questions = z.array(z.string().max(500)).max(50)

export const packTemplate = packOptions
  .omit({ since: true, since_met: true })
  .extend({ name: z.string().trim().min(1, 'must not be empty').max(60, 'must have at most 60 characters') })

/** The firm as a pack's cover names it. `logo`: a PNG or JPEG in base64; null for none. */
export const packFirm = z.strictObject({
  name: z.string().trim().max(120, 'must have at most 120 characters'),
  logo: z
    .base64()
    .max(maxLogoText, `must have at most ${maxLogoBytes / 1024} kB`)
    .nullable(),
})

export const packProgress = z.strictObject({
  /** Households that are finished, with those that failed. */
  done: z.number().int(),
  total: z.number().int(),
  /** Households without a pack, with the reason; set on the last event. */
  failed: z.array(z.strictObject({ name: z.string(), message: z.string() })),
  /** Set on the last event: the file's name, and a handle to show it in its folder; null if no pack could be made. */
  file: z.strictObject({ name: z.string(), handle: z.string() }).nullable(),
  ended: z.boolean(),
})

const onePack = z.strictObject({ connectionId, household_id: idInput, options: packOptions, questions })

export const packsContract = {
  /**
   * Prints the packs of these households to a place that the user chooses: a PDF for one household, a ZIP or a folder of one PDF each
   * for several. Null if the user cancels. Closing the iterator cancels and deletes the file. Throws `print/unavailable` if this computer's
   * browser cannot print in the background, and `print/failed`, `export/write-failed`.
   */
  start: procedure({ permission: 'export' })
    .input(
      z.strictObject({
        connectionId,
        households: z.array(idInput).min(1).max(maxPackHouseholds),
        options: packOptions,
        questions,
        /** True if several packs go to a new folder, not to a ZIP. */
        folder: z.boolean().optional(),
      }),
    )
    .output(eventIterator(packProgress.nullable())),
  /** The PDF of one household as {@link packsContract.start} would save it, in base64. Throws the same. */
  preview: procedure({ permission: 'export' })
    .input(onePack)
    .output(z.strictObject({ base64: z.base64() })),
  /**
   * A pack as the page itself prints it, where {@link packsContract.start} cannot: a style and the document's body, in which every value
   * is escaped.
   */
  page: procedure({ permission: 'print' })
    .input(onePack)
    .output(z.strictObject({ style: z.string(), body: z.string() })),
  /** The sections of the pack that was saved last, in its order; null before the first one. */
  last: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId }))
    .output(z.strictObject({ sections: packOptions.shape.sections.nullable() })),
  /** The templates on this computer, by name. */
  templates: procedure({ permission: 'read' }).input(z.strictObject({ connectionId })).output(z.array(packTemplate)),
  /** Saves a template, in place of one with the same name; null removes it. */
  setTemplate: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, name: packTemplate.shape.name, template: packTemplate.nullable() }))
    .output(nothing),
  firm: procedure({ permission: 'read' }).input(z.strictObject({ connectionId })).output(packFirm),
  /** Throws `ipc/bad-request` for a logo that is neither a PNG nor a JPEG. */
  setFirm: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, firm: packFirm }))
    .output(nothing),
}

export type PackOptions = z.infer<typeof packOptions>
export type PackTemplate = z.infer<typeof packTemplate>
export type PackFirm = z.infer<typeof packFirm>
export type PackProgress = z.infer<typeof packProgress>
