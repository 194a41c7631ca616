import { calls } from './calls.ts'

export const clipboard = { writeText: (text: string) => void calls.copied.push(text) }
