import { useQuery } from '@tanstack/react-query'
import { Legal } from '../prose/Legal.tsx'
import { useProse } from '../prose/useProse.ts'
import { website } from '../website.ts'

export function TermsPage() {
  return <Legal words={useProse('terms')} url={useQuery(website).data?.terms_url} />
}
