import { calls } from './calls.ts'

export const clipboard = {
  async writeText(text: string): Promise<void> {
    calls.copied.push(text)
  },
  async readText(): Promise<string> {
    return calls.copied.at(-1) ?? ''
  },
}
