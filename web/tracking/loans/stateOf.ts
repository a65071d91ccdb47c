/** The state of a loan at a time. After its end a loan is `ended`; an offer without an answer is `lapsed`. */
export function stateOf({ state, over, begins_at }: Loan, now: number): LoanState {
  if (state === 'declined' || state === 'ended') return state
  if (over) return state === 'offered' ? 'lapsed' : 'ended'
  if (state === 'offered') return 'offered'
  return Date.parse(begins_at) > now ? 'accepted' : 'running'
}

export type LoanState = 'offered' | 'lapsed' | 'accepted' | 'running' | 'declined' | 'ended'
type Loan = { state: 'offered' | 'accepted' | 'declined' | 'ended'; over: boolean; begins_at: string }
