import { AppError } from '../../shared/domain/app-error.ts'
import type { UseCases } from './core.ts'

const notBuilt = (name: string) => async (): Promise<never> => {
  throw new AppError('internal/unexpected', {
    message: `texts.${name} is not built yet.`,
    nextStep: 'Use a later version.',
  })
}

/** Search in the text of documents' files. */
export function createTextUseCases(): UseCases['texts'] {
  return {
    search: notBuilt('search'),
    pages: notBuilt('pages'),
    page: notBuilt('page'),
    coverage: notBuilt('coverage'),
    problems: notBuilt('problems'),
    previewScope: notBuilt('previewScope'),
    setScope: notBuilt('setScope'),
    setPaused: notBuilt('setPaused'),
    readNow: notBuilt('readNow'),
  }
}
