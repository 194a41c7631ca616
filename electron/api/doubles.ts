import { type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import type { UseCases } from './core.ts'

/** Records that may be there twice; the reading thread finds them. */
export function createDoublesUseCases(runtimes: Pick<Runtimes, 'get'>): UseCases['doubles'] {
  const inConnection = withConnection(runtimes)
  return { list: inConnection(({ store }, asked) => store.read('doubles.list', asked)) }
}
