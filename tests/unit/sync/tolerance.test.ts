import { expect, test } from 'vitest'
import { createTolerance, type Tolerance } from '../../../electron/sync/run.ts'
import { AppError, type AppErrorCode } from '../../../shared/domain/app-error.ts'

const error = (code: AppErrorCode, status?: number) =>
  new AppError(code, { message: '', nextStep: '', ...(status === undefined ? {} : { status }) })

/** The number of requests in a row that may fail before the work over many records ends; at most 20 are tried. */
function toleratedBy(tolerance: Tolerance, failure: AppError): number {
  for (let count = 0; count < 20; count += 1)
    try {
      tolerance.refused(failure)
    } catch (thrown) {
      expect(thrown).toBe(failure)
      return count
    }
  return 20
}

test.each([
  ['without an answer', error('service/offline'), 3],
  ['that time out', error('service/timed-out'), 3],
  ['that are answered with 401', error('service/unauthorized', 401), 3],
  ['that the service fails at', error('service/failed', 500), 9],
  ['whose answer cannot be read', error('service/not-json', 200), 9],
  ['that the service refuses', error('service/forbidden', 403), 20],
  ['with no sign-in', error('auth/sign-in-needed'), 0],
  ['while the service asks to wait', error('service/rate-limited', 429), 0],
])('of requests %s so many in a row are tolerated', (_, failure, count) => {
  expect(toleratedBy(createTolerance(), failure)).toBe(count)
})

test('an answer or a refusal in between begins the count again', () => {
  const tolerance = createTolerance()
  const [failed, refused] = [error('service/failed', 500), error('service/forbidden', 403)]
  for (let count = 0; count < 9; count += 1) expect(tolerance.refused(failed)).toBe(500)
  tolerance.answered()
  for (let count = 0; count < 9; count += 1) expect(tolerance.refused(failed)).toBe(500)
  expect(tolerance.refused(refused)).toBe(403)
  expect(toleratedBy(tolerance, failed)).toBe(9)
})
