import { useQuery } from '@tanstack/react-query'
import { website } from '../../core/website.ts'
import { Legal } from './Legal.tsx'

export function TermsPage() {
  return <Legal of="terms" url={useQuery(website).data?.terms_url} />
}
