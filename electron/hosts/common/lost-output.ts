/**
 * Lets Steward go on when nothing reads its output any more: a terminal was closed, or it was started with `| head`. Node ends a process that
 * prints then, and with it unfinished work.
 */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
