import { useQuery } from '@tanstack/react-query'
import { Legal } from '../prose/Legal.tsx'
import { website } from '../website.ts'

export function PrivacyPage() {
  return <Legal of="privacy" url={useQuery(website).data?.privacy_url} />
}
