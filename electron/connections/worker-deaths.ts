import { AppError } from '../../shared/domain/app-error.ts'

/** So many ends of a data worker in so long, ms, and its stores are not opened again by themselves. */
const most = 3
const withinMs = 10 * 60_000

/** How often the threads of a connection's stores ended by themselves lately. */
export type WorkerDeaths = {
  /** Notes one more. */
  note(): void
  /** @throws AppError `cache/not-open` while there were too many */
  refuseTooMany(): void
}

/** {@link WorkerDeaths}, of which there was none. */
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

/** With stores in memory, their thread takes all of it along. */
export function lostWithItsWorker(): AppError {
  return new AppError('cache/not-open', {
    message: 'The part of Steward that kept this connection’s data ended, and changes that were not sent are gone.',
    nextStep: 'Enter them again. With a keychain on this computer they would have been kept.',
  })
}
