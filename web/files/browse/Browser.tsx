import schema from 'virtual:resource/file'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ListEmpty, ListFailed } from '../../kit/lists/ListNotes.tsx'
import { Pages } from '../../kit/lists/Pages.tsx'
import { useListQuery } from '../../kit/lists/useListQuery.ts'
import { Page } from '../../kit/page/Page.tsx'
import { showProblem } from '../../kit/ui/showToast.ts'
import { useActions } from '../actions/useActions.tsx'
import { usageOf } from '../kit/queries.ts'
import { useScanned } from '../kit/useScanned.ts'
import type { StoredFile } from '../types.ts'
import { type Dropped, MOST_FILES } from '../upload/dropped.ts'
import { upload } from '../upload/uploads.ts'
import { Crumbs } from './Crumbs.tsx'
import { DropZone } from './DropZone.tsx'
import { EmptyFolder } from './EmptyFolder.tsx'
import classes from './Files.module.css'
import { FileTable } from './FileTable.tsx'
import { FileTiles } from './FileTiles.tsx'
import { FileTools } from './FileTools.tsx'
import type { FileView } from './listed.ts'
import { Places } from './Places.tsx'
import { PutButtons } from './PutButtons.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { roomIn } from './Usage.tsx'
import { useFileKeys } from './useFileKeys.ts'
import type { Place } from './usePlace.ts'
import { useSelection } from './useSelection.ts'

/** A folder: what is in it, and what can be done there. A search finds in all folders that the person may see. */
export function Browser({ organisation_id, place, children }: Props) {
  const { t } = useTranslation()
  const { view, setView, shows_hidden, setShowsHidden } = useLook()
  const { data: usage } = useQuery(usageOf(organisation_id))
  const searched = useListQuery<'file'>(schema, useFilters(organisation_id, place, shows_hidden))
  const rows = searched.rows ?? []
  useScanned(rows)
  const selection = useSelection(rows)
  const actionsOf = useActions()
  const target = { organisation_id, parent_file_id: place.id }
  const put = async (read: () => Dropped[] | Promise<Dropped[]>) => {
    if (!usage) return
    try {
      const dropped = await read()
      const limits = { file_bytes_max: usage.file_bytes_max, room: roomIn(place.kind, usage) }
      if (dropped.length > 0) upload(dropped, target, limits)
    } catch {
      showProblem(t('files:upload.tooMany', { count: MOST_FILES }))
    }
  }
  /** What an action on one file is for: all that are selected, if it is one of them. */
  const affected = (file: StoredFile) => (selection.has(file.id) ? selection.files : [file])
  const keys = useFileKeys(selection, (id) => {
    const file = rows.find((row) => row.id === id)
    return file ? actionsOf(affected(file)) : []
  })
  const list = { rows: searched.rows, selection, actionsOf, affected, is_search: searched.search !== '' }

  return (
    <Page
      title={place.crumbs.at(-1)!.label}
      width="full"
      actions={place.writable && <PutButtons target={target} put={put} />}
    >
      <Places organisation_id={organisation_id} current={place.kind === 'other' ? null : place.kind} />
      <Crumbs place={place} />
      <DropZone enabled={place.writable} put={put}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the links and checkboxes in it */}
        <section className={classes.browser} aria-busy={searched.waiting || searched.rows === null} onKeyDown={keys}>
          <FileTools
            list={searched}
            view={view}
            setView={setView}
            shows_hidden={shows_hidden}
            setShowsHidden={setShowsHidden}
          />
          {selection.files.length > 0 && <SelectionBar selection={selection} actions={actionsOf(selection.files)} />}
          {list.is_search && searched.rows !== null && searched.rows.length > 0 && (
            <p className={classes.found}>{t('files:inAllFolders')}</p>
          )}
          {searched.failed ? (
            <ListFailed reason={searched.reason} retry={searched.retry} />
          ) : searched.rows?.length === 0 ? (
            <ListEmpty search={searched.search} clear={() => searched.setSearch('')}>
              <EmptyFolder writable={place.writable} put={put} />
            </ListEmpty>
          ) : (
            <>
              {view === 'list' ? (
                <FileTable {...list} sort={searched.sort} setSort={searched.setSort} waiting={searched.waiting} />
              ) : (
                <FileTiles {...list} waiting={searched.waiting} />
              )}
              {(searched.page > 1 || searched.info?.next !== undefined) && <Pages list={searched} />}
            </>
          )}
        </section>
      </DropZone>
      {children}
    </Page>
  )
}

/** A search is over all folders. */
function useFilters(organisation_id: number, place: Place, shows_hidden: boolean) {
  const search = useSearchParams()[0].get('search')
  return useMemo(
    () => ({
      organisation_id,
      deleted: false,
      ...(!shows_hidden && { hidden: false }),
      ...(!search && (place.id === null ? { top: true, shared: true } : { parent_file_id: place.id })),
    }),
    [organisation_id, place.id, shows_hidden, search],
  )
}

/** How the person likes to see files, remembered in this browser. */
function useLook() {
  const remembered = { getInitialValueInEffect: false }
  const [view, setView] = useLocalStorage<FileView>({
    key: 'ringfence.files.view',
    defaultValue: 'list',
    ...remembered,
  })
  const [shows_hidden, setShowsHidden] = useLocalStorage({
    key: 'ringfence.files.hidden',
    defaultValue: false,
    ...remembered,
  })
  return { view, setView, shows_hidden, setShowsHidden }
}

type Props = { organisation_id: number; place: Place; children: ReactNode }
