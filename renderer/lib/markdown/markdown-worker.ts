import { formatMarkdown } from './format-markdown.ts'

// Formats one text away from the page's thread, which ends this worker when that takes too long.
addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(formatMarkdown(data)))
