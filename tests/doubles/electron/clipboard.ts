import { calls, machine } from './calls.ts'

export const clipboard = {
  async writeText(text: string): Promise<void> {
    if (!machine.clipboardKept) calls.copied.push(text)
  },
  async readText(): Promise<string> {
    return calls.copied.at(-1) ?? ''
  },
}
