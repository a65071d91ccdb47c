import { useQuery } from '@tanstack/react-query'
import { Legal } from '../prose/Legal.tsx'
import { useProse } from '../prose/useProse.ts'
import { website } from '../website.ts'

export function PrivacyPage() {
  return <Legal words={useProse('privacy')} url={useQuery(website).data?.privacy_url} />
}
