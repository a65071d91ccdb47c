import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import type { StoredFile } from '../types.ts'

/** The names of the folders around a file, from the person's own files, the organisation's, or another person's name. */
export function useFolderOf(): (file: Pick<StoredFile, 'path' | 'owner_user_id' | 'is_root'>) => string {
  const { t } = useTranslation()
  const user_id = useSession(({ user }) => user?.id)
  return ({ path, owner_user_id, is_root }) => {
    if (is_root) return ''
    const [root, ...inside] = path.split('/').slice(0, -1)
    if (owner_user_id === user_id) return [t('files:mine'), ...inside].join(' / ')
    const above = owner_user_id === null ? [t('files:organisation'), root] : [root]
    return [...above, ...inside].filter(Boolean).join(' / ')
  }
}
