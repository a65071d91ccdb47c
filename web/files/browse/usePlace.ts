import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { keys } from '../keys.ts'
import { ancestorsOf } from '../kit/folderTree.ts'
import { type Folder, foldersOf, usageOf } from '../kit/queries.ts'

/**
 * The folder that the address names. Without one administrators are at the organisation's root, and others in their own
 * root folder.
 *
 * @returns null while it is loaded, `missing` where it does not exist
 */
export function usePlace(organisation_id: number): Place | 'missing' | null {
  const { t } = useTranslation()
  const administers = useAdministers(organisation_id)
  const user_id = useSession(({ user }) => user!.id)
  const named = useSearchParams()[0].get('folder')
  const root_file_id = useRoot(organisation_id)
  const { data: folders, error } = useQuery(foldersOf(organisation_id))

  const is_shared = named === 'organisation' || (named === null && administers)
  const id = is_shared ? null : named === null ? root_file_id : Number(named)
  const known = id !== null && folders ? ancestorsOf(folders, id) : []
  // Its parents may be beyond what the tree has.
  const isComplete = known[0]?.parent_file_id === null
  const { data: read, error: missing } = useQuery({
    queryKey: keys.folder(id ?? 0),
    queryFn: () => readChain(id!, organisation_id),
    enabled: id !== null && folders !== undefined && !isComplete && Number.isSafeInteger(id) && id > 0,
    staleTime: 0,
  })

  const shared = { label: t('files:organisation'), to: paths.files(administers ? {} : { folder: 'organisation' }) }
  if (is_shared) return { id: null, crumbs: [shared], kind: 'organisation', writable: administers }
  if (error || missing || (id !== null && !(id > 0))) return 'missing'
  const chain = isComplete ? known : read
  const folder = chain?.at(-1)
  if (!chain || !folder) return null
  const isOwn = folder.owner_user_id === user_id
  const crumbs = chain.map((each, depth) => ({
    label: isOwn && depth === 0 ? t('files:mine') : each.name,
    to: paths.files({ folder: each.id }),
    id: each.id,
  }))
  if (folder.owner_user_id === null) {
    return { id: folder.id, crumbs: [shared, ...crumbs], kind: 'organisation', writable: administers }
  }
  return { id: folder.id, crumbs, kind: isOwn ? 'own' : 'other', writable: isOwn || administers }
}

/** The person's root folder; it is made on first need. */
export function useRoot(organisation_id: number): number | null {
  const named = useSession(
    ({ user }) => user!.memberships.find((each) => each.organisation_id === organisation_id)?.root_file_id ?? null,
  )
  const { data } = useQuery(usageOf(organisation_id))
  return named ?? data?.root_file_id ?? null
}

async function readChain(id: number, organisation_id: number): Promise<Folder[]> {
  const chain: Folder[] = []
  for (let next: number | null = id; next !== null && chain.length < 100; ) {
    const { data }: { data: Folder & { is_folder: boolean; deleted_at: string | null; organisation_id: number } } =
      // The fields of a folder of the tree are among a file's, but for one.
      (await guarded(client.read('file', next))) as never
    if (!data.is_folder || data.deleted_at !== null || data.organisation_id !== organisation_id) {
      throw new Error('There is no such folder.')
    }
    chain.unshift(data)
    next = data.parent_file_id
  }
  return chain
}

/**
 * @property id null is the organisation's root
 * @property crumbs from the root to the folder itself; without an id the organisation's root
 * @property writable whether the person may put something there
 */
export type Place = { id: number | null; crumbs: Crumb[]; kind: 'own' | 'organisation' | 'other'; writable: boolean }
export type Crumb = { label: string; to: string; id?: number }
