import { useWebsite } from '../../core/website.ts'
import { Legal } from './Legal.tsx'

export function TermsPage() {
  return <Legal of="terms" url={useWebsite().data?.terms_url} />
}
