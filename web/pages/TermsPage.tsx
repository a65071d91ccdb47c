import { useQuery } from '@tanstack/react-query'
import { Legal } from '../prose/Legal.tsx'
import { website } from '../website.ts'

export function TermsPage() {
  return <Legal of="terms" url={useQuery(website).data?.terms_url} />
}
