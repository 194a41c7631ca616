import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { errorTitles } from '../../../renderer/lib/error-titles.ts'
import { explanationOf, presentError, presentFailure } from '../../../renderer/lib/present-error.ts'
import { appErrorCodes } from '../../../shared/domain/app-error.ts'

const thrown = (code: string) =>
  new ORPCError('APP_ERROR', {
    defined: true,
    message: 'The cause.',
    data: { code, nextStep: 'The next step.', issues: [], detail: 'HTTP 500' },
  })

describe('a failure on screen', () => {
  it.each(appErrorCodes.map((code) => [code]))(
    '%s has a title of its own, the cause, the next step and a detail',
    (code) => {
      const shown = presentError(thrown(code))
      expect(shown).toEqual({
        code,
        title: errorTitles[code],
        cause: 'The cause.',
        nextStep: 'The next step.',
        issues: [],
        detail: `${code}\nThe cause.\nHTTP 500`,
      })
      expect(shown.title.length).toBeGreaterThan(10)
    },
  )

  it('is told from every other by its title', () => {
    expect(new Set(Object.values(errorTitles)).size).toBe(appErrorCodes.length)
  })

  it('says its sentence once, if the cause is only the title', () => {
    const said = { title: 'The disk is full', nextStep: 'Free some space.' }
    expect(explanationOf({ ...said, cause: 'The disk is full.' })).toBe('Free some space.')
    expect(explanationOf({ ...said, cause: 'No room is left on drive D.' })).toBe(
      'No room is left on drive D. Free some space.',
    )
    const unexpected = presentError(new Error('x'))
    expect(unexpected.cause).not.toContain(unexpected.title)
  })

  it('names what is wrong field by field', () => {
    const issues = [{ field: 'base_url', message: 'This must begin with https://.' }]
    const shown = presentFailure({
      code: 'connection/invalid',
      message: 'One field is wrong.',
      nextStep: 'Correct it.',
      issues,
    })
    expect(shown.issues).toEqual(issues)
    expect(shown.detail).toContain('base_url: This must begin with https://.')
  })

  it.each([
    ['an unknown error', new Error('token abc for Jane Doe')],
    ['another answer', new ORPCError('INTERNAL_SERVER_ERROR', { message: 'token abc for Jane Doe' })],
    [
      'a malformed failure',
      new ORPCError('APP_ERROR', { message: 'token abc for Jane Doe', data: { code: 'no/such' } }),
    ],
    ['no error at all', 'token abc for Jane Doe'],
    ['nothing', undefined],
  ])('keeps the text of %s to itself', (_, value) => {
    const shown = presentError(value)
    expect(shown.code).toBe('internal/unexpected')
    expect(JSON.stringify(shown)).not.toMatch(/token|Jane/)
  })

  it('with a code from a newer main process still says what it can', () => {
    const shown = presentFailure({ code: 'cache/full', message: 'The disk is full.', nextStep: 'Free some space.' })
    expect(shown.cause).toBe('The disk is full.')
    expect(shown.title).toBe(errorTitles['internal/unexpected'])
  })
})
