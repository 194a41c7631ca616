import { AppError } from '../../shared/domain/app-error.ts'

/** After this many worker crashes within this time (ms), the stores are not reopened automatically. */
const most = 3
const withinMs = 10 * 60_000

/** Counts the recent crashes of the threads of a connection's stores. */
export type WorkerDeaths = {
  /** Records a crash. */
  note(): void
  /** @throws AppError `cache/not-open` if there were too many recent crashes */
  refuseTooMany(): void
}

/** {@link WorkerDeaths} without any crash recorded. */
export function createWorkerDeaths(now: () => number = () => performance.now()): WorkerDeaths {
  let times: number[] = []
  return {
    note() {
      times = [...times, now()].slice(-most)
    },
    refuseTooMany() {
      const [first] = times
      if (first === undefined || times.length < most || now() - first >= withinMs) return
      throw new AppError('cache/not-open', {
        message: 'The part of Steward that keeps the local copy ended again and again.',
        nextStep: 'Restart Steward. If it happens again, make a support bundle in the settings and ask for help.',
      })
    },
  }
}

/** Stores in memory are lost together with their thread. */
export function lostWithItsWorker(): AppError {
  return new AppError('cache/not-open', {
    message: 'The part of Steward that kept this connection’s data ended, and changes that were not sent are gone.',
    nextStep: 'Enter them again. With a keychain on this computer they would have been kept.',
  })
}
