import { useEffect, useEffectEvent, useState } from 'react';
import { currentSession } from './session.ts';
import { readWork, removeWork, writeWork } from './storage.ts';
import { registerWork } from './unsaved-work.ts';

/**
 * Keeps an input that is not sent yet over a sign-out. The same person finds it in this browser again, and nobody else does.
 *
 * @param place names the input among those of the console.
 * @param value undefined while there is nothing to keep.
 * @param restore takes the input that was left. It is not called once there is another one.
 */
export function useKeptInput<Value>(place: string, value: Value | undefined, restore: (left: Value) => void) {
  const [key] = useState(() => `input:${currentSession().userId}:${place}`);
  const read = useEffectEvent(() => value);
  const give = useEffectEvent(restore);
  useEffect(() => {
    let isOpen = true;
    const take = async () => {
      const left = await readWork<Value>(key);
      if (left === undefined || !isOpen || read() !== undefined) return;
      give(left);
      await removeWork(key);
    };
    take().catch(() => undefined);
    const stop = registerWork('here', async () => {
      const left = read();
      if (left !== undefined) await writeWork(key, left);
      return true;
    });
    return () => {
      isOpen = false;
      stop();
    };
  }, [key]);
}
