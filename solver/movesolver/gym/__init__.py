"""Skirmishes to learn in: Gymnasium environments (extra ``rl``).

```python
import gymnasium
import movesolver.gym

env = gymnasium.make("movesolver/SkirmishDiscrete-v0", opponent="greedy")
seen, info = env.reset(seed=0)
seen, reward, over, _, info = env.step(env.action_space.sample(mask=info["action_mask"]))
```
"""

from gymnasium import register

from movesolver.gym.envs import DiscreteSkirmishEnv, SkirmishEnv
from movesolver.gym.policies import POLICIES, Choice
from movesolver.gym.rewards import Rewards
from movesolver.gym.vector import SkirmishVectorEnv

__all__ = [
    "POLICIES",
    "Choice",
    "DiscreteSkirmishEnv",
    "Rewards",
    "SkirmishEnv",
    "SkirmishVectorEnv",
]

register(
    "movesolver/Skirmish-v0",
    entry_point="movesolver.gym.envs:SkirmishEnv",
    vector_entry_point="movesolver.gym.vector:continuous",
)
register(
    "movesolver/SkirmishDiscrete-v0",
    entry_point="movesolver.gym.envs:DiscreteSkirmishEnv",
    vector_entry_point="movesolver.gym.vector:SkirmishVectorEnv",
)
