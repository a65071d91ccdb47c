import { create } from 'zustand'
import type { StoredFile } from '../types.ts'
import type { UploadPlace } from '../upload/folders.ts'

/** The dialog that is open, on whichever page of files. `FileDialogs` shows it. */
export const useDialog = create<{ dialog: FileDialog | null }>(() => ({ dialog: null }))

export const openDialog = (dialog: FileDialog) => useDialog.setState({ dialog })
export const closeDialog = () => useDialog.setState({ dialog: null })

type FileDialog =
  | { name: 'new_folder'; place: UploadPlace }
  | { name: 'rename'; file: StoredFile }
  | { name: 'move'; files: StoredFile[] }
  | { name: 'zip'; files: StoredFile[] }
  | { name: 'encrypt'; files: StoredFile[] }
  | { name: 'decrypt'; file: StoredFile }
