import { UnstyledButton } from '@mantine/core'
import classes from './List.module.css'

/** A press sorts by it, another the other way round. */
export function Heading({ label, name, end, sort, setSort }: Props) {
  if (!name) return <th data-end={end}>{label}</th>
  const up = sort === name
  const down = sort === `-${name}`
  return (
    <th data-end={end} aria-sort={up ? 'ascending' : down ? 'descending' : 'none'}>
      <UnstyledButton className={classes.sort} onClick={() => setSort(up ? `-${name}` : name)}>
        {label}
        <span className={classes.arrow} aria-hidden="true">
          {up ? '↑' : down ? '↓' : ''}
        </span>
      </UnstyledButton>
    </th>
  )
}

type Props = {
  label: string
  name: string | null
  /** For amounts, which stand at the end of their cells. */
  end?: true | undefined
  sort: string
  setSort: (sort: string) => void
}
