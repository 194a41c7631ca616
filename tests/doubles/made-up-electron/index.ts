// `electron` as the made-up program has it: the double, changed by `parts.ts`, with notifications that tell whether they were shown.
export * from '../electron/index.ts'
export { Notification } from './notification.ts'
