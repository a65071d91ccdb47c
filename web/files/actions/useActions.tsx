import {
  IconArchive,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconFolderOpen,
  IconFolderSymlink,
  IconInfoCircle,
  IconLock,
  IconLockOpen,
  IconPackage,
  IconPencil,
  IconTrash,
  IconWindowMaximize,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { client } from '../../core/api.ts'
import { startJob } from '../../core/jobs/jobs.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useMayChange } from '../../core/useAdministers.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { useBulk } from '../../kit/lists/useBulk.ts'
import { showProblem } from '../../kit/ui/showToast.ts'
import { download, MOST_TOGETHER } from '../kit/address.ts'
import { isArchive, isReadable, isViewable } from '../kit/kinds.ts'
import { viewFile } from '../kit/viewFile.ts'
import type { StoredFile } from '../types.ts'
import { openDialog } from './dialogs.ts'
import { useTrash } from './useTrash.tsx'

/** What can be done to files and folders, by their kind and the person's rights. */
export function useActions(): (files: StoredFile[]) => Action[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const organisation_id = useSession((session) => session.organisation_id)!
  const mayChange = useMayChange(organisation_id)
  const { run } = useBulk('file')
  const trash = useTrash()
  const { run: attempt } = useAction()

  return (files) => {
    const [first] = files
    if (!first) return []
    const ids = files.map(({ id }) => id)
    const one = files.length === 1
    const areReadable = files.every((file) => file.is_folder || isReadable(file))
    const areMine = files.every((file) => mayChange(file) && !file.is_root)
    const areFiles = files.every((file) => !file.is_folder)
    const allHidden = files.every(({ hidden }) => hidden)
    const page = first.is_folder ? paths.files({ folder: first.id }) : paths.file({ id: first.id })

    const all: (Action | false)[] = [
      one && first.is_folder && action('open', IconFolderOpen, () => navigate(page)),
      one && isViewable(first) && action('view', IconWindowMaximize, () => viewFile(t, first.id)),
      areReadable &&
        action('download', IconDownload, () => {
          if (ids.length > MOST_TOGETHER) return showProblem(t('files:tooMany', { count: MOST_TOGETHER }))
          attempt(() => download(ids))
        }),
      one && !first.is_folder && action('details', IconInfoCircle, () => navigate(page)),
      one && areMine && action('rename', IconPencil, () => openDialog({ name: 'rename', file: first })),
      areMine && action('move', IconFolderSymlink, () => openDialog({ name: 'move', files })),
      areReadable && action('zip', IconArchive, () => openDialog({ name: 'zip', files })),
      one &&
        isArchive(first) &&
        areReadable &&
        action('unzip', IconPackage, () => attempt(() => startJob('file/unzip', { id: first.id }))),
      areFiles &&
        areReadable &&
        files.every(({ encrypted }) => !encrypted) &&
        action('encrypt', IconLock, () => openDialog({ name: 'encrypt', files })),
      one &&
        first.encrypted &&
        areReadable &&
        action('decrypt', IconLockOpen, () => openDialog({ name: 'decrypt', file: first })),
      areMine &&
        action(allHidden ? 'show' : 'hide', allHidden ? IconEye : IconEyeOff, () =>
          run(files, ({ id }) => client.update('file', { id, hidden: !allHidden })),
        ),
      areMine && { ...action('trash', IconTrash, () => trash(files)), dangerous: true },
    ]
    return all.filter((each) => each !== false)
  }
}

const action = (name: ActionName, icon: TablerIcon, run: () => unknown): Action => ({ name, icon, run })

export type ActionName =
  | 'open'
  | 'view'
  | 'download'
  | 'details'
  | 'rename'
  | 'move'
  | 'zip'
  | 'unzip'
  | 'encrypt'
  | 'decrypt'
  | 'show'
  | 'hide'
  | 'trash'

export type Action = { name: ActionName; icon: TablerIcon; run: () => unknown; dangerous?: boolean }
