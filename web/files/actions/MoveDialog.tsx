import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { ancestorsOf, nodesOf } from '../kit/folderTree.ts'
import { foldersOf } from '../kit/queries.ts'
import type { StoredFile } from '../types.ts'
import { DialogForm } from './DialogForm.tsx'
import { FolderTree, type TreeNode } from './FolderTree.tsx'
import { moveFiles } from './moveFiles.ts'

const ORGANISATION = 'organisation'

/** Asks for the folder to which files are moved: of the person; for administrators also others' and the organisation's. */
export function MoveDialog({ files }: { files: StoredFile[] }) {
  const { t } = useTranslation()
  const [first] = files
  const { organisation_id, parent_file_id } = first!
  const here = parent_file_id === null ? ORGANISATION : String(parent_file_id)
  const [selected, setSelected] = useState<string | null>(null)
  const nodes = useNodes(organisation_id, new Set(files.map(({ id }) => id)))
  const target = selected === ORGANISATION ? null : Number(selected)
  const move = (on_conflict?: 'rename') =>
    moveFiles(files, target, on_conflict).then(() => showSuccess(t('files:moved')))

  return (
    <DialogForm
      title={t('files:move.title', { count: files.length, name: first!.name })}
      submit={t('files:move.here')}
      disabled={selected === null || selected === here}
      run={() => move()}
      more={(refusal, attempt) =>
        refusal?.code === 'name_conflict' && (
          <Button variant="light" onClick={() => attempt(() => move('rename'))}>
            {t('files:keepBoth')}
          </Button>
        )
      }
    >
      {() =>
        nodes ? (
          <>
            <FolderTree
              label={t('files:move.folders')}
              nodes={nodes.tree}
              opened={nodes.openedOf(parent_file_id)}
              selected={selected}
              onSelect={setSelected}
            />
            {selected === here && (
              <Text size="sm" c="dimmed">
                {t('files:move.alreadyHere')}
              </Text>
            )}
          </>
        ) : (
          <Skeleton height={200} />
        )
      }
    </DialogForm>
  )
}

function useNodes(organisation_id: number, moved: ReadonlySet<number>) {
  const { t } = useTranslation()
  const { data: folders } = useQuery(foldersOf(organisation_id))
  const administers = useAdministers(organisation_id)
  const user = useSession((session) => session.user)!
  if (!folders) return null
  const isOwn = ({ owner_user_id }: { owner_user_id: number | null }) => owner_user_id === user.id
  const own = nodesOf(folders.filter(isOwn), moved).map((root) => ({ ...root, name: t('files:mine') }))
  const shared: TreeNode = {
    id: ORGANISATION,
    name: t('files:organisation'),
    children: nodesOf(
      folders.filter(({ owner_user_id }) => owner_user_id === null),
      moved,
    ),
  }
  const others = nodesOf(
    folders.filter((folder) => folder.owner_user_id !== null && !isOwn(folder)),
    moved,
  )
  const tree: TreeNode[] = administers ? [...own, shared, ...others] : own
  return {
    tree,
    /** The way to where it is now. */
    openedOf: (id: number | null) => [
      ...(id === null ? [] : ancestorsOf(folders, id).map((folder) => String(folder.id))),
      ...(administers ? [ORGANISATION] : []),
      ...own.map((root) => String(root.id)),
    ],
  }
}
