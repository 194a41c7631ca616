import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { z } from 'zod'
import { withTimeLimit } from '../../shared/lib/calls.ts'
import { request as httpRequest } from '../platform/node-http.ts'
import { readBoundedFile } from '../platform/private-file.ts'
import { isRunning } from '../platform/user-data.ts'
import {
  type AnswerEnd,
  type AnswerLine,
  answerLine,
  doorFile,
  doorNote,
  type ProgramRequest,
  proofOf,
  proofTarget,
  protocolVersion,
  Refused,
} from './protocol.ts'

/** Why there is no answer although nothing was refused. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly code: 'not-running' | 'off' | 'cut'
  readonly nextStep: string

  constructor(code: NoAnswer['code'], message: string, nextStep: string) {
    super(message)
    this.code = code
    this.nextStep = nextStep
  }
}

export type Question = Omit<ProgramRequest, 'version'>

/** How long a Steward may take to prove that it is one, in ms. A computer that is busy takes some. */
const proofMs = 20_000

/** Reads larger than any answer's line are refused: a window of rows has a few hundred kB. */
const noteBytes = 4_096

/**
 * Asks the running Steward, and yields the lines of its answer except the last, whose content it returns. Opens no store itself.
 *
 * @throws NoAnswer if no Steward answers; Refused if it does not answer this
 */
export async function* askSteward(
  userDataDir: string,
  question: Question,
  signal?: AbortSignal,
): AsyncGenerator<Exclude<AnswerLine, { end: unknown } | { error: unknown }>, AnswerEnd, void> {
  const response = await send(userDataDir, question, signal)
  response.setEncoding('utf8')
  // Not by `readline`, which reads some thousand lines ahead of a slow reader: a line may have 500 rows.
  let begun = ''
  try {
    for await (const chunk of response) {
      const texts = (begun + String(chunk)).split('\n')
      begun = texts.pop() ?? ''
      for (const text of texts) {
        const line = answerLine.parse(JSON.parse(text))
        if ('error' in line) throw new Refused(line.error.code, line.error.message, line.error.next_step)
        if ('end' in line) return line.end
        yield line
      }
    }
  } catch (thrown) {
    // Steward closes the connection at once where it may not send what a slow reader has left.
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ECONNRESET') throw cut()
    throw thrown
  } finally {
    response.destroy()
  }
  throw cut()
}

const cut = () =>
  new NoAnswer('cut', 'Steward ended this answer before it was complete.', 'Look at Steward, and try again.')

async function send(
  userDataDir: string,
  question: Question,
  signal: AbortSignal | undefined,
): Promise<IncomingMessage> {
  const note = await readNote(userDataDir)
  if (note === null || !(await isSteward(note, signal))) throw await absence(userDataDir)
  const body = JSON.stringify({ version: protocolVersion, ...question })
  const response = await new Promise<IncomingMessage | null>((resolve, reject) => {
    const asked = httpRequest({
      ...{ host: '127.0.0.1', port: note.port, method: 'POST', path: '/1', agent: false },
      ...(signal ? { signal } : {}),
      headers: {
        authorization: `Bearer ${note.token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    })
    asked.on('response', resolve)
    // A Steward that was ended leaves its note behind.
    asked.on('error', (problem) => (signal?.aborted ? reject(problem) : resolve(null)))
    asked.end(body)
  })
  if (response === null) throw await absence(userDataDir)
  if (response.statusCode === 200) return response
  response.destroy()
  if (response.statusCode === 413) {
    throw new Refused('not-understood', 'This command is too long.', 'Use fewer or shorter conditions.')
  }
  throw await absence(userDataDir)
}

/** Whether the Steward that wrote the note listens at its port: nothing is sent to another program, and none is believed. */
async function isSteward({ port, token }: z.infer<typeof doorNote>, signal: AbortSignal | undefined): Promise<boolean> {
  const challenge = randomBytes(32).toString('hex')
  const asked = httpRequest({
    ...{ host: '127.0.0.1', port, method: 'GET', path: `${proofTarget}${challenge}`, agent: false },
    ...(signal ? { signal } : {}),
  })
  const answered = new Promise<string>((resolve) => {
    asked.on('error', () => resolve(''))
    asked.on('response', (response) => {
      let text = ''
      response.setEncoding('latin1')
      response.on('data', (piece: string) => {
        text += piece
        if (text.length > noteBytes) asked.destroy()
      })
      response.on('close', () => resolve(text))
    })
    asked.end()
  })
  // Not the limit of a silent connection: another program could send a byte now and then, or change the protocol.
  const proof = await withTimeLimit(answered, proofMs, () => '')
  asked.destroy()
  return proof === proofOf(token, challenge)
}

async function readNote(userDataDir: string) {
  try {
    return doorNote.parse(JSON.parse((await readBoundedFile(join(userDataDir, doorFile), noteBytes)) ?? 'null'))
  } catch {
    return null
  }
}

async function absence(userDataDir: string): Promise<NoAnswer> {
  if (await isRunning(userDataDir)) {
    return new NoAnswer(
      'off',
      'Steward is running, and does not let other programs read.',
      'Switch it on in Steward’s settings, under Other programs.',
    )
  }
  return new NoAnswer('not-running', 'Steward is not running.', 'Start it, and open your firm there.')
}
