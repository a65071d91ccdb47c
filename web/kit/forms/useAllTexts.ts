import { useQuery } from '@tanstack/react-query'
import { loadTexts, namespaces, type TextDomain } from '../../core/i18n.ts'
import { queryKeys } from '../../core/queryKeys.ts'

/** Loads the texts of all domains, for what shows rows of any. @returns whether they are there */
export function useAllTexts(): boolean {
  const { isPending } = useQuery({ queryKey: queryKeys.allTexts(), queryFn: loadAllTexts })
  return !isPending
}

async function loadAllTexts(): Promise<true> {
  await loadTexts(namespaces.filter((name): name is TextDomain => name !== 'common'))
  return true
}
