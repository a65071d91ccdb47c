import { Checkbox, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { toSize } from '../../kit/format/size.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Heading } from '../../kit/lists/Heading.tsx'
import { ActionsMenu } from '../actions/ActionsMenu.tsx'
import { FileIcon } from '../kit/FileIcon.tsx'
import { useFolderOf } from '../kit/folderOf.ts'
import type { StoredFile } from '../types.ts'
import { drag, useMoveOver } from './dragging.ts'
import { FileLink } from './FileLink.tsx'
import { FileMarks } from './FileMarks.tsx'
import classes from './FileTable.module.css'
import type { Listed } from './listed.ts'

/** Files as a table; on a phone each is two lines. */
export function FileTable(props: Props) {
  const { rows, selection, sort, setSort, waiting, is_search } = props
  const { t } = useTranslation()
  const label = (name: 'name' | 'size' | 'modified_at' | 'path' | 'uploaded_by') => t(`files:fields.file.${name}`)
  return (
    <div className={classes.frame} data-waiting={waiting || undefined}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th className={classes.check}>
              <Checkbox
                disabled={!rows?.length}
                checked={rows !== null && rows.length > 0 && selection.files.length === rows.length}
                indeterminate={selection.files.length > 0 && selection.files.length < (rows?.length ?? 0)}
                onChange={selection.all}
                aria-label={t('table.selectAll')}
              />
            </th>
            <Heading label={label('name')} name="name" sort={sort} setSort={setSort} />
            <Heading label={label('size')} name="size" sort={sort} setSort={setSort} />
            <Heading label={label('modified_at')} name="modified_at" sort={sort} setSort={setSort} />
            <th className={classes.who}>{is_search ? label('path') : label('uploaded_by')}</th>
            <th className={classes.last}>
              <span className={classes.unseen}>{t('table.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((file) => <Row key={file.id} file={file} {...props} />)
            : Array.from({ length: 6 }, (_, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
                <tr key={i}>
                  <td colSpan={6}>
                    <Skeleton height={14} my={5} width={`${60 - 5 * (i % 4)}%`} />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ file, selection, actionsOf, affected, is_search }: { file: StoredFile } & Props) {
  const { t } = useTranslation()
  const { time } = useTimes()
  const folderOf = useFolderOf()
  const now = useNow(60_000)
  const ticked = selection.has(file.id)
  const { isOver, handlers } = useMoveOver(file.id, file.is_folder)
  const size = file.is_folder ? t('files:items', { count: file.items }) : toSize(file.size)
  const changed = time(file.modified_at, now)
  return (
    <tr
      draggable
      data-selected={ticked || undefined}
      data-over={isOver || undefined}
      data-hidden={file.hidden || undefined}
      onDragStart={(event) => drag(event, affected(file))}
      {...handlers}
    >
      <td className={classes.check}>
        <Checkbox
          checked={ticked}
          onChange={(event) => selection.toggle(file.id, (event.nativeEvent as MouseEvent).shiftKey)}
          aria-label={t('table.select', { name: file.name })}
        />
      </td>
      <td className={classes.name}>
        <FileIcon file={file} />
        <span>
          <FileLink file={file} />
          <FileMarks file={file} />
          <small className={classes.below}>
            {size} · {is_search ? folderOf(file) : changed}
          </small>
        </span>
      </td>
      <td className={classes.size}>{size}</td>
      <td className={classes.when}>{changed}</td>
      <td className={classes.who}>{is_search ? folderOf(file) : file.uploaded_by}</td>
      <td className={classes.menu}>
        <ActionsMenu name={file.name} actions={() => actionsOf(affected(file))} />
      </td>
    </tr>
  )
}

type Props = Listed & { sort: string; setSort: (sort: string) => void }
