import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { galileo } from './index.ts'

describeFrames(galileo)
