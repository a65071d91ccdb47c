import { paths } from '../../core/paths.ts'

/** The page of a loan: those of this installation and those from others count their ids apart. */
export const linkTo = ({ id, elsewhere }: { id: number; elsewhere: boolean }) =>
  paths.loan({ id, ...(elsewhere && { elsewhere: 1 }) })

export const keyOf = ({ id, elsewhere }: { id: number; elsewhere: boolean }) => `${id} ${elsewhere}`
