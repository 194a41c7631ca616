type Shape = { accounts: number; rows: number; tag: string }

/** The number of an account of {@link positions}. */
export const accountNumber = (tag: string, at: number): string =>
  `B${tag.replace(/\D/g, '')}0${String(at).padStart(6, '0')}`

const dollars = (cents: number) => (cents / 100).toFixed(2)

/** A custodian's file of positions with the account's number in a column, each account with its total. */
export function positions({ accounts, rows, tag }: Shape): string {
  const lines = ['Account Number,Account Name,Symbol,Description,Quantity,Last Price,Current Value,Type']
  for (let account = 0; account < accounts; account += 1) {
    const number = accountNumber(tag, account)
    for (let row = 0; row < rows; row += 1) {
      const value = dollars(100_000 + ((account * 7919 + row * 104_729) % 9_000_000))
      lines.push(`${number},Portfolio ${account},SYM${row},SECURITY NUMBER ${row} INC,10,$1.00,$${value},Equity`)
    }
  }
  return [...lines, '', '"Positions as of Oct-30-2026"', ''].join('\n')
}
