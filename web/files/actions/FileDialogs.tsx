import { useEffect } from 'react'
import { closeDialog, useDialog } from './dialogs.ts'
import { MoveDialog } from './MoveDialog.tsx'
import { NewFolderDialog, RenameDialog, ZipDialog } from './NameDialogs.tsx'
import { DecryptDialog, EncryptDialog } from './PassphraseDialogs.tsx'

/** The dialogs of a page with files. */
export function FileDialogs() {
  const dialog = useDialog((state) => state.dialog)
  // Not on the next page.
  useEffect(() => closeDialog, [])
  switch (dialog?.name) {
    case 'new_folder':
      return <NewFolderDialog place={dialog.place} />
    case 'rename':
      return <RenameDialog file={dialog.file} />
    case 'move':
      return <MoveDialog files={dialog.files} />
    case 'zip':
      return <ZipDialog files={dialog.files} />
    case 'encrypt':
      return <EncryptDialog files={dialog.files} />
    case 'decrypt':
      return <DecryptDialog file={dialog.file} />
    default:
      return null
  }
}
