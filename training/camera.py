"""The phone: where it is held, and what its lens, sensor and file format do to the picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from training.noise import Image, value_noise
from training.strokes import unit

Matrix = npt.NDArray[np.float64]
METERED = (50.0, 190.0)
"""The mean, 0 to 255, that a phone's automatic exposure keeps a picture within."""


@dataclass(frozen=True, eq=False)
class Camera:
    """A pinhole camera over the table. `projection` is 3 x 4 and takes (x, y, z, 1) in tile sides, z up.

    tilt: radians off the plumb line.
    """

    projection: Matrix
    width: int
    height: int
    tilt: float

    @property
    def eye(self) -> npt.NDArray[np.float64]:
        """Where the phone is, (x, y, z)."""
        where: npt.NDArray[np.float64] = -np.linalg.inv(self.projection[:, :3]) @ self.projection[:, 3]
        return where

    def plane(self, z: float = 0.0) -> Matrix:
        """The homography from the plane at height `z` to photo pixels."""
        p = self.projection
        return np.column_stack([p[:, 0], p[:, 1], p[:, 3] + z * p[:, 2]])

    def project(self, points: npt.ArrayLike, z: float = 0.0) -> npt.NDArray[np.float64]:
        """Pixels of points (N, 2) of the plane at height `z`."""
        xy = np.asarray(points, np.float64).reshape(-1, 2)
        seen = np.column_stack([xy, np.ones(len(xy))]) @ self.plane(z).T
        return seen[:, :2] / seen[:, 2:]


def aim(
    rng: np.random.Generator,
    low: npt.NDArray[np.float64],
    high: npt.NDArray[np.float64],
    width: int,
    height: int,
) -> Camera:
    """A camera that sees the box from `low` to `high` (tile sides), tilted up to 42 degrees, at any roll."""
    tilt = np.deg2rad(float(rng.choice([rng.uniform(0, 15), rng.uniform(0, 42)])))
    roll = float(rng.choice([0, np.pi / 2, np.pi, -np.pi / 2])) + float(rng.normal(0, 0.12))
    if rng.random() < 0.5:
        roll = float(rng.uniform(-np.pi, np.pi))
    bearing = float(rng.uniform(-np.pi, np.pi))
    focal = float(rng.uniform(0.7, 1.1)) * max(width, height)
    room = float(rng.uniform(0.45, 0.97))
    shift = rng.uniform(-1, 1, 2) * (1 - room) * np.array([width, height]) / 2 * 0.9
    return hold(low, high, width, height, float(tilt), roll, bearing, focal, room, shift)


def hold(
    low: npt.NDArray[np.float64],
    high: npt.NDArray[np.float64],
    width: int,
    height: int,
    tilt: float,
    roll: float,
    bearing: float,
    focal: float,
    room: float,
    shift: npt.NDArray[np.float64],
) -> Camera:
    """The camera from whose place the box fills `room` of the frame.

    `tilt` off the plumb line towards `bearing` (from x to y) and `roll` in radians; `focal` and `shift` of the
    principal point in pixels.
    """
    middle = np.append((low + high) / 2, 0.0)
    away = np.array([np.sin(tilt) * np.cos(bearing), np.sin(tilt) * np.sin(bearing), np.cos(tilt)])
    # Camera axes: x right, y down, z forward; the table's y runs down, so its z axis points at the viewer.
    forward = -away
    forward_flipped = forward * (1, 1, -1)
    up = np.array([-np.sin(roll), np.cos(roll), 0.0])
    right = np.cross(up, forward_flipped)
    right /= np.linalg.norm(right)
    down = np.cross(forward_flipped, right)
    rotation = np.stack([right, down, forward_flipped])
    corners = np.array([[x, y, 0] for x in (low[0], high[0]) for y in (low[1], high[1])]) - middle
    view = corners @ rotation.T
    half = np.array([width, height]) / 2 * room
    # The nearest distance from which every corner of the box falls within the frame.
    need = np.abs(view[:, :2]) * focal / half - view[:, 2:]
    distance = max(float(need.max()), 2.0)
    intrinsic = np.array([[focal, 0, width / 2 + shift[0]], [0, focal, height / 2 + shift[1]], [0, 0, 1.0]])
    translation = np.array([0, 0, distance]) - rotation @ middle
    # z of the table points up, towards the camera, so its sign is turned for the view.
    pose = np.column_stack([rotation[:, 0], rotation[:, 1], -rotation[:, 2], translation])
    return Camera(intrinsic @ pose, width, height, tilt)


def light_field(rng: np.random.Generator, height: int, width: int) -> tuple[Image, Image]:
    """Light that multiplies the scene and glare that is added, both float32 (H, W, 3), at a quarter size."""
    shape = (height // 4, width // 4)
    ys, xs = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    ys, xs = ys / shape[0] - 0.5, xs / shape[1] - 0.5
    angle = float(rng.uniform(0, 2 * np.pi))
    slope = float(rng.uniform(0, 0.9))
    field = 1 + slope * (xs * np.cos(angle) + ys * np.sin(angle))
    if rng.random() < 0.4:
        centre = rng.uniform(-0.6, 0.6, 2)
        near = np.exp(-((xs - centre[0]) ** 2 + (ys - centre[1]) ** 2) / float(rng.uniform(0.05, 0.5)))
        field *= 0.55 + 0.8 * near
    for _ in range(int(rng.choice([0, 0, 1, 2]))):
        field *= _shadow(rng, shape)
    tint = draw_tint(rng, 0.09)
    light = field[..., None] * tint.astype(np.float32) * float(np.exp(rng.normal(0, 0.22)))
    if rng.random() < 0.3:  # two lights of different colour
        other = 1 + rng.normal(0, 0.12, 3)
        mask = value_noise(rng, shape, (1, 1))[..., None]
        light *= 1 + mask * (other - 1).astype(np.float32)
    glare = np.zeros((*shape, 3), np.float32)
    for _ in range(int(rng.choice([0, 0, 0, 1, 2]))):
        centre = rng.uniform(-0.5, 0.5, 2)
        size = float(rng.uniform(0.001, 0.03))
        spot = np.exp(-((xs - centre[0]) ** 2 + (ys - centre[1]) ** 2 * float(rng.uniform(0.5, 2))) / size)
        glare += spot[..., None] * float(rng.uniform(30, 160))
    return light.astype(np.float32), glare


def draw_tint(rng: np.random.Generator, spread: float) -> npt.NDArray[np.float64]:
    """What the light multiplies red, green and blue by, (3,); green differs by about a third of `spread`."""
    tint = 1 + rng.normal(0, spread, 3) * np.array([1, 0.35, 1])
    if rng.random() < 0.3:  # a lamp: red over blue
        warm = float(rng.uniform(0.05, 0.3))
        tint *= np.array([1 + warm, 1.0, 1 - warm])
    return tint


def _shadow(rng: np.random.Generator, shape: tuple[int, int]) -> npt.NDArray[np.float32]:
    mask = np.zeros(shape, np.uint8)
    corners = int(rng.integers(3, 7))
    points = rng.uniform(-0.3, 1.3, (corners, 2)) * (shape[1], shape[0])
    cv2.fillConvexPoly(mask, cv2.convexHull(points.astype(np.int32)), 255)
    soft = cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), float(rng.uniform(0.5, 20)))
    return 1 - soft * float(rng.uniform(0.1, 0.6))


@cache
def _grain() -> npt.NDArray[np.float32]:
    rng = np.random.default_rng(5)
    grain: npt.NDArray[np.float32] = rng.standard_normal((1800, 1800, 3), dtype=np.float32)
    return grain


@dataclass(frozen=True)
class Sensor:
    """What a phone does to the light that falls on its film.

    blur: pixels, 0 for none; motion: (length in pixels, angle) or None; noise: standard deviation, 0 to 255, with
    `grain_at` the place in the bank of grain and `grey_grain` whether the channels share it; gamma; sharpen and
    saturation: 0 and 1 leave as it is; quality: of the JPEG.
    """

    blur: float = 0.0
    motion: tuple[int, float] | None = None
    noise: float = 0.0
    grain_at: tuple[int, int] = (0, 0)
    grey_grain: bool = True
    gamma: float = 1.0
    sharpen: float = 0.0
    saturation: float = 1.0
    quality: int = 92


def draw_sensor(rng: np.random.Generator, height: int, width: int) -> Sensor:
    """A random phone, from a good one to a poor one."""
    blur = float(rng.choice([0.0, rng.uniform(0.3, 1.0), rng.uniform(0.5, 2.0)]))
    motion = (int(rng.integers(3, 8)), float(rng.uniform(0, np.pi))) if rng.random() < 0.15 else None
    noise = float(rng.choice([rng.uniform(0, 3), rng.uniform(0, 14)]))
    down, across = (
        max(1, side - length) for side, length in zip(_grain().shape, (height, width), strict=False)
    )
    grain_at = (int(rng.integers(down)), int(rng.integers(across)))
    grey_grain = bool(rng.random() < 0.6)
    gamma = float(rng.uniform(0.75, 1.35))
    sharpen = float(rng.uniform(0.2, 1.2)) if rng.random() < 0.4 else 0.0
    saturation = float(rng.uniform(0.55, 1.35)) if rng.random() < 0.3 else 1.0
    return Sensor(
        blur,
        motion,
        noise,
        grain_at,
        grey_grain,
        gamma,
        sharpen,
        saturation,
        quality=int(rng.integers(45, 97)),
    )


def expose(rng: np.random.Generator, scene: Image) -> npt.NDArray[np.uint8]:
    """The scene as the phone saves it: light, blur, grain, tone, sharpening, JPEG."""
    height, width = scene.shape[:2]
    light, glare = light_field(rng, height, width)
    picture = scene * cv2.resize(light, (width, height))
    mean = float(picture.mean())
    picture *= min(max(mean, METERED[0]), METERED[1]) / max(mean, 1.0)
    picture += cv2.resize(glare, (width, height))
    return saved(picture, draw_sensor(rng, height, width))


def saved(picture: Image, sensor: Sensor) -> npt.NDArray[np.uint8]:
    """The picture, float32 (H, W, 3), developed, packed as a JPEG and opened again."""
    _, packed = cv2.imencode(".jpg", develop(picture, sensor), [cv2.IMWRITE_JPEG_QUALITY, sensor.quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def develop(picture: Image, sensor: Sensor) -> npt.NDArray[np.uint8]:
    """The picture, float32 (H, W, 3), as the sensor and its program see it, before it is packed."""
    if sensor.blur > 0.3:
        picture = cv2.GaussianBlur(picture, (0, 0), sensor.blur)
    if sensor.motion:
        picture = _motion(picture, *sensor.motion)
    height, width = picture.shape[:2]
    (top, left), grain = sensor.grain_at, _grain()
    if top + height > grain.shape[0] or left + width > grain.shape[1]:
        grain = np.tile(
            grain, (1 + (top + height) // grain.shape[0], 1 + (left + width) // grain.shape[1], 1)
        )
    window = grain[top : top + height, left : left + width]
    if sensor.grey_grain:
        window = window[..., :1] * 0.8 + window * 0.4
    picture = picture + window * sensor.noise
    picture = 255 * (picture.clip(0, 255) / 255) ** sensor.gamma
    if sensor.sharpen:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.5)
        picture = picture + (picture - soft) * sensor.sharpen
    if sensor.saturation != 1:
        grey = picture.mean(2, keepdims=True)
        picture = grey + (picture - grey) * sensor.saturation
    return picture.clip(0, 255).astype(np.uint8)


def _motion(picture: Image, length: int, angle: float) -> Image:
    kernel = np.zeros((length, length), np.float32)
    tip = unit(angle) * length / 2
    middle = np.array([length / 2, length / 2])
    start, end = np.round(middle - tip).astype(int), np.round(middle + tip).astype(int)
    cv2.line(kernel, start.tolist(), end.tolist(), 1.0, 1)
    total = float(kernel.sum())
    return cv2.filter2D(picture, -1, kernel / total) if total > 0 else picture
