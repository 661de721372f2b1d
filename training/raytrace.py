"""The only module that knows Mitsuba: bodies, lights and a camera in; linear light on the film out.

Everything comes in the table's frame (x right, y down, z up, tile sides), which is left-handed; Mitsuba wants a
right-handed one, so y changes its sign on the way in.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from glob import glob
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from training.camera import Camera
from training.meshes import Mesh
from training.noise import Field, Image
from vision.colours import linear_light

LLVM = ("/usr/lib/*/libLLVM*19*.so*", "/usr/lib/*/libLLVM.so.19*", "/usr/lib/llvm-19/lib/libLLVM*.so*")
"""Where Debian puts libllvm19. Other releases that a machine may have crash Mitsuba 3.9.1."""
FLIP = np.array([1.0, -1.0, 1.0])
Radiance = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Material:
    """picture: sRGB, 0 to 255, one pixel for a plain colour; roughness of the varnish, None for matt; relief: heights
    0 to 1 whose 1 stands for `depth` of the picture's width."""

    picture: Image
    roughness: float | None = None
    relief: Field | None = None
    depth: float = 0.0


@dataclass(frozen=True, eq=False)
class Body:
    """A mesh and what it is made of."""

    mesh: Mesh
    material: Material


@dataclass(frozen=True, eq=False)
class Panel:
    """A shining rectangle (a window's pane): its middle, the half-sides as vectors, its radiance RGB."""

    middle: npt.NDArray[np.float64]
    across: npt.NDArray[np.float64]
    up: npt.NDArray[np.float64]
    radiance: npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Bulb:
    """A shining ball."""

    middle: npt.NDArray[np.float64]
    radius: float
    radiance: npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Room:
    """What lies around: radiance by direction, float32 (H, W, 3), the top row straight up."""

    radiance: Radiance


Light = Panel | Bulb | Room


@cache
def _mitsuba() -> ModuleType:
    """Mitsuba with its fastest variant that runs here."""
    libraries = [path for pattern in LLVM for path in sorted(glob(pattern))]
    if libraries:
        os.environ.setdefault("DRJIT_LIBLLVM_PATH", libraries[0])
    import mitsuba

    mitsuba.set_variant("llvm_ad_rgb" if libraries else "scalar_rgb")
    mitsuba.set_log_level(mitsuba.LogLevel.Error)
    return mitsuba


def trace(
    bodies: Sequence[Body], lights: Sequence[Light], camera: Camera, samples: int, seed: int = 0
) -> Radiance:
    """Linear radiance on the film, float32 (height, width, 3), with the noise of few samples taken out."""
    mi = _mitsuba()
    scene: dict[str, Any] = {
        "type": "scene",
        "integrator": INTEGRATOR,
        "sensor": _sensor(mi, camera, samples),
    }
    for k, light in enumerate(lights):
        scene[f"light_{k}"] = _emitter(mi, light)
    for k, body in enumerate(bodies):
        scene[f"body_{k}"] = _shape(mi, body)
    layers = np.array(mi.render(mi.load_dict(scene), spp=samples, seed=seed), np.float32)
    return _denoised(layers)


INTEGRATOR = {
    "type": "aov",
    "aovs": "albedo:albedo,normal:sh_normal",
    "inner": {"type": "path", "max_depth": 6},
}


def _sensor(mi: ModuleType, camera: Camera, samples: int) -> dict[str, Any]:
    view = view_of(camera)
    return {
        "type": "perspective",
        "fov_axis": "x",
        "fov": float(np.rad2deg(2 * np.arctan(camera.width / 2 / view.focal))),
        "near_clip": 0.05,
        "far_clip": 1000.0,
        "principal_point_offset_x": float(0.5 - view.centre[0] / camera.width),
        "principal_point_offset_y": float(0.5 - view.centre[1] / camera.height),
        "to_world": mi.ScalarTransform4f(view.to_world),
        "sampler": {"type": "independent", "sample_count": samples},
        "film": {
            "type": "hdrfilm",
            "width": camera.width,
            "height": camera.height,
            "rfilter": {
                "type": "box"
            },  # a wider filter smears noise over pixels, which the denoiser takes for detail
            "pixel_format": "rgb",
            "component_format": "float32",
        },
    }


@dataclass(frozen=True, eq=False)
class View:
    """A camera taken apart: focal length and principal point in pixels, place and axes (4, 4) in Mitsuba's frame."""

    focal: float
    centre: npt.NDArray[np.float64]
    to_world: npt.NDArray[np.float64]


def view_of(camera: Camera) -> View:
    """Takes the projection apart by an RQ decomposition; pixels are square."""
    left = camera.projection[:, :3] * FLIP
    position = -np.linalg.solve(left, camera.projection[:, 3])
    q, r = np.linalg.qr(np.flipud(left).T)
    intrinsic, axes = np.flipud(np.fliplr(r.T)), np.flipud(q.T)
    signs = np.sign(np.diag(intrinsic))
    intrinsic, axes = intrinsic * signs, axes * signs[:, None]
    intrinsic = intrinsic / intrinsic[2, 2]
    if np.linalg.det(axes) < 0:  # the projection's own sign is free
        axes = -axes
    right, down, forward = axes
    to_world = np.eye(4)
    to_world[:3] = np.column_stack(
        [-right, -down, forward, position]
    )  # Mitsuba's cameras have x to the left, y up
    return View(float(intrinsic[0, 0]), intrinsic[:2, 2], to_world)


def _emitter(mi: ModuleType, light: Light) -> dict[str, Any]:
    if isinstance(light, Room):
        up_is_z = mi.ScalarTransform4f().rotate([1, 0, 0], 90)
        return {"type": "envmap", "bitmap": mi.Bitmap(light.radiance), "to_world": up_is_z}
    glow = {"type": "area", "radiance": {"type": "rgb", "value": [float(v) for v in light.radiance]}}
    middle = light.middle * FLIP
    if isinstance(light, Bulb):
        return {"type": "sphere", "center": middle.tolist(), "radius": light.radius, "emitter": glow}
    across, up = light.across * FLIP, light.up * FLIP
    out = np.cross(across, up)
    if out @ middle > 0:  # it shines to one side only: that of the table, which lies about the origin
        across, out = -across, -out
    frame = np.eye(4)
    frame[:3] = np.column_stack([across, up, out / np.linalg.norm(out), middle])
    return {"type": "rectangle", "to_world": mi.ScalarTransform4f(frame), "emitter": glow}


def _shape(mi: ModuleType, body: Body) -> Any:
    mesh = body.mesh
    properties = mi.Properties()
    properties["bsdf"] = mi.load_dict(_bsdf(mi, body.material))
    vertices, normals = mesh.vertices * FLIP, mesh.normals * FLIP
    a, b, c = (vertices[mesh.faces[:, k]] for k in range(3))
    inside_out = (np.cross(b - a, c - a) * normals[mesh.faces].sum(1)).sum(1) < 0
    faces = np.where(inside_out[:, None], mesh.faces[:, ::-1], mesh.faces)
    shape = mi.Mesh(
        "mesh",
        len(vertices),
        len(faces),
        has_vertex_normals=True,
        has_vertex_texcoords=True,
        props=properties,
    )
    parameters = mi.traverse(shape)
    parameters["vertex_positions"] = vertices.ravel().astype(np.float32)
    parameters["vertex_normals"] = normals.ravel().astype(np.float32)
    parameters["vertex_texcoords"] = mesh.uv.ravel().astype(np.float32)
    parameters["faces"] = faces.ravel().astype(np.uint32)
    parameters.update()
    return shape


def _bsdf(mi: ModuleType, material: Material) -> dict[str, Any]:
    paint = _texture(mi, material.picture / 255, raw=False)
    if material.roughness is None:
        bsdf: dict[str, Any] = {"type": "diffuse", "reflectance": paint}
    else:
        bsdf = {
            "type": "roughplastic",
            "diffuse_reflectance": paint,
            "alpha": material.roughness,
            "distribution": "ggx",
            "int_ior": 1.49,
        }
    if material.relief is not None and material.depth > 0:
        relief = _texture(mi, material.relief[..., None], raw=True)
        bsdf = {"type": "bumpmap", "arbitrary": relief, "scale": material.depth, "bsdf": bsdf}
    return {"type": "twosided", "bsdf": bsdf}


def _texture(mi: ModuleType, values: npt.NDArray[np.float32], raw: bool) -> dict[str, Any]:
    pixels = np.ascontiguousarray(values.clip(0, 1), np.float32)
    if not raw:  # with plain paper white for the brightest: nothing printed reflects everything
        pixels = linear_light(pixels) * np.float32(0.86)
        if pixels.shape[:2] == (1, 1):
            return {"type": "rgb", "value": [float(v) for v in pixels[0, 0]]}
    return {"type": "bitmap", "bitmap": mi.Bitmap(pixels), "raw": True, "wrap_mode": "mirror"}


def _denoised(layers: Radiance) -> Radiance:
    """`layers` (H, W, 9): colour, albedo, normal."""
    try:
        from pyoidn import denoise
    except ImportError:
        return layers[..., :3]
    colour, albedo, normal = (np.ascontiguousarray(layers[..., k : k + 3]) for k in (0, 3, 6))
    clean: Radiance = denoise(colour, albedo.clip(0, 1), normal.clip(-1, 1), hdr=True)
    return clean
