import type { TextRequest } from '../use-text-file.ts'
import { readMails } from './read-mail.ts'

// Reads a file of mails off the main thread. The page terminates this worker if it takes too long.
addEventListener('message', ({ data }: MessageEvent<TextRequest>) => {
  readMails(data.bytes).then(
    (read) => postMessage(read),
    () => postMessage(null),
  )
})
