// The stores of an organization and their records, as programs get them.
import { RecordResponse as DescribedRecord } from '~/services/stores/record-response';
import { StoreResponse as DescribedStore } from '~/services/stores/store-response';
import { registerResponse } from '../shapes/registry';

export const StoreResponse = registerResponse('Store', DescribedStore);
export const RecordResponse = registerResponse('Record', DescribedRecord);
