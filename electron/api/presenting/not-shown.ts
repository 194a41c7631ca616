import { AppError } from '../../../shared/domain/app-error.ts'

export const notShown = (): AppError =>
  new AppError('presenting/not-shown', {
    message: 'Only one household is shown while presenting.',
    nextStep: 'Leave presenter mode to see this.',
  })
