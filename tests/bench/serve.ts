import { type ChildProcess, spawn } from 'node:child_process'

/** Starts a program that serves the app over a generated mirror; resolves with the address that it prints. */
export async function serve(script: URL, individuals: number): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [script.pathname, '--individuals', String(individuals)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = /Steward is ready at (\S+)/.exec(text)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready.`)))
  })
  return { url, child }
}
