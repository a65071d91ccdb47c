import { Button, Menu } from '@mantine/core'
import { IconFile, IconFolder, IconFolderPlus, IconUpload } from '@tabler/icons-react'
import { type ChangeEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/ui/Icon.tsx'
import { openDialog } from '../actions/dialogs.ts'
import { type Dropped, readChosen } from '../upload/dropped.ts'
import type { UploadPlace } from '../upload/folders.ts'

/** A new folder, and uploads of files or of a folder. */
export function PutButtons({ target, put }: { target: UploadPlace; put: (read: () => Dropped[]) => void }) {
  const { t } = useTranslation()
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.currentTarget.files ?? [])]
    // The same file may be chosen again.
    event.currentTarget.value = ''
    put(() => readChosen(chosen))
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon of={IconFolderPlus} />}
        onClick={() => openDialog({ name: 'new_folder', place: target })}
      >
        {t('files:newFolder')}
      </Button>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button leftSection={<Icon of={IconUpload} />}>{t('files:upload.button')}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon of={IconFile} />} onClick={() => files.current!.click()}>
            {t('files:upload.files')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon of={IconFolder} />} onClick={() => folder.current!.click()}>
            {t('files:upload.folder')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input ref={files} type="file" multiple hidden aria-label={t('files:upload.files')} onChange={take} />
      <input ref={folder} type="file" hidden aria-label={t('files:upload.folder')} onChange={take} {...ofFolder} />
    </>
  )
}

/** Not a part of React's types. */
const ofFolder = { webkitdirectory: '' } as object
