/** Names of cash as custodians write them; not those of companies and funds that contain the word. */
const cash =
  /^(?:(?:total|ending|closing|available|settled|unsettled|net|free|core|principal|income|usd|us|u\.s\.|dollar|cleared|uninvested)\s+)*cash(?:\s*(?:&|and|,|\/|-|\()\s*.*|\s+(?:balance|equivalents?|investments?|account|sweep|position|held|credit|debit|reserves?|deposits?|on deposit|available|management)\b.*|\s*\*+)?$|\bmoney market\b|\b(?:bank|cash|deposit) sweep\b|\bsweep (?:account|deposit|fund|vehicle)\b|\b(?:insured|bank) deposit\b|^(?:us|u\.s\.|united states) dollars?$|^usd$|^(?:free )?credit balance$|^settlement fund$|^core (?:account|position)$/i

/** True for a name or kind that says that a holding is cash or counts as cash, such as `Cash & Cash Investments`. */
export const isCashName = (text: string): boolean => cash.test(text.trim())

/** True for a name or kind that says that money was borrowed from the custodian. */
export const isMarginName = (text: string): boolean => /\bmargin\b|\bdebit balance\b|\bloan\b/i.test(text)

/** True for a name that says that more cash was taken than there was. */
export const isOverdrawnName = (text: string): boolean => /\boverdr(?:aft|awn)\b|\bnet debit\b/i.test(text)

/** True for a name or kind of a contract that can be sold short. */
export const isOptionName = (text: string): boolean => /\boptions?\b|^(?:call|put)\b|\bfutures?\b|\bshort\b/i.test(text)

/**
 * True for a name that begins with Total and has a word of funds or companies, such as Total Stock Market Index and Subtotal Capital LP. A total of
 * funds may have such a name too.
 */
export const isTotalFundName = (text: string): boolean =>
  /^(?:sub-?)?totals?\b.*\s(?:l\.?p|llc|inc|corp|ltd|plc)\.?$/i.test(text.trim()) ||
  (/^totals?\b/i.test(text.trim()) &&
    /\b(?:fund|fd|index|idx|inx|etf|return|ret)\b|\b(?:stock|stk|bond|bd|share|equity) (?:market|mkt|mk)\b|\b(?:intl|international|world) (?:stock|stk|bond|bd)\b/i.test(
      text,
    ))

const pending =
  /^(?:net |total )?(?:pending|unsettled|trades? pending|open trades|in transit|due (?:from|to) (?:broker|brokers)|receivables?|payables?)\b|^(?:dividends?|interest|income|trades?|deposits?|activity)(?: payments?)? (?:pending|in transit)\b/i
const accrued =
  /^(?:total |net |plus:? |add:? )?(?:accrued (?:interest|income|dividends?)|(?:interest|dividends?|income) (?:accrued|accruals?|receivable|payable)|accruals?|(?:aufgelaufene )?(?:march|stück)zinsen|aufgelaufene (?:zinsen|erträge|dividenden))(?!\p{L})/iu

/** Why an amount counts only if the advisor says so; null for a holding. */
export function whyExplained(name: string): string | null {
  const text = name.trim()
  if (pending.test(text)) return 'It is not settled: the account’s total may count it or not.'
  return accrued.test(text) ? 'It is not paid yet: the account’s total may count it or not.' : null
}
