/** How many changes are not sent, and how many of them need a decision. */
export function unsentWords(open: number, attention: number): string {
  const changes =
    open === 1 ? '1 change has not been sent yet' : `${open.toLocaleString('en-US')} changes have not been sent yet`
  if (open === 0) return 'There are unsent changes.'
  if (attention === 0) return `${changes}.`
  return `${changes}; ${attention.toLocaleString('en-US')} of them ${attention === 1 ? 'needs' : 'need'} your decision.`
}
