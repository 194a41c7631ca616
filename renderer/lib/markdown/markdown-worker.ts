import { formatMarkdown } from './format-markdown.ts'

// Formats one text off the main thread. The page terminates this worker if it takes too long.
addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(formatMarkdown(data)))
